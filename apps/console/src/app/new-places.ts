/** The places that records have to be given to stand in this order; those that have them are left out. */
export function newPlaces(
  records: readonly { _id: string; position: number }[],
  ids: readonly string[],
): { id: string; position: number }[] {
  return ids
    .map((id, position) => ({ id, position }))
    .filter(({ id, position }) => records.find(({ _id }) => _id === id)?.position !== position);
}
