/** Where a part is read; its signature is bound to it. No path of a file begins like it. */
export function pathOfPart(projectId: string, id: string, name: string): string {
  return `/v3/${projectId}/exports/${id}/parts/${name}`;
}
