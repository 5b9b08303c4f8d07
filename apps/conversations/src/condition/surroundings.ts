import { type Condition, SegmentFilters, type SegmentMatch, type SegmentView } from '@parley/contracts';

/** A segment of contacts, as conditions on the lead of a request. */
export interface SegmentConditions {
  id: string;
  match: SegmentMatch;
  filters: readonly Condition[];
}

/** What conditions ask of the project, beside the request and its lead. */
export interface Surroundings {
  /** By the hours and holidays of the project, at a time in ms since the epoch. */
  isOpen(at: number): boolean;
  segments: readonly SegmentConditions[];
}

/** For conditions that ask for neither. */
export const noSurroundings: Surroundings = { isOpen: () => true, segments: [] };

/** A segment as its copy stores it. */
export interface StoredSegment {
  id: string;
  record: { match: SegmentMatch; filters: unknown };
}

export const copiedSegment = ({ match, filters }: Pick<SegmentView, 'match' | 'filters'>): object => ({
  match,
  filters,
});

/** Those of an older form, which contacts cannot evaluate either, have no members. */
export function segmentConditions(segments: readonly StoredSegment[]): SegmentConditions[] {
  return segments.flatMap(({ id, record: { match, filters } }) => {
    const { data } = SegmentFilters.safeParse(filters);
    return data ? [{ id, match, filters: data.map((filter) => ({ ...filter, field: `lead.${filter.field}` })) }] : [];
  });
}

interface Filtered {
  filters: readonly Condition[];
}

export const asksWhetherOpen = ({ filters }: Filtered): boolean => filters.some(({ field }) => field === 'open_now');

export const asksForSegments = ({ filters }: Filtered): boolean => filters.some(({ field }) => field === 'segments');

/** Ids of the segments that conditions name; `undefined`: they ask for every segment. */
export function segmentsNamed(all: readonly Filtered[]): string[] | undefined {
  const asked = all.flatMap(({ filters }) => filters.filter(({ field }) => field === 'segments'));
  if (asked.some(({ value }) => value === undefined)) return undefined;
  return asked.flatMap(({ value }) => [value].flat()).map((id) => String(id).trim());
}
