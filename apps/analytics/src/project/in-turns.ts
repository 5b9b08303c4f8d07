/**
 * Works through projects in turns: all have their first before any has its second.
 * @param projectsAfter the next projects by their ids, after one
 * @param turn bounded work for a project; @returns whether there is more
 */
export async function inTurns(
  projectsAfter: (after: string) => Promise<string[]>,
  turn: (projectId: string) => Promise<boolean>,
  over?: AbortSignal,
): Promise<void> {
  const unfinished: string[] = [];
  for (let after: string | undefined = ''; after !== undefined; ) {
    const projects: string[] = await projectsAfter(after);
    for (const projectId of projects) {
      if (over?.aborted) return;
      if (await turn(projectId)) unfinished.push(projectId);
    }
    after = projects.at(-1);
  }
  for (let next = unfinished.shift(); next !== undefined; next = unfinished.shift()) {
    if (over?.aborted) return;
    if (await turn(next)) unfinished.push(next);
  }
}
