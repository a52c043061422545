type Report = (path: readonly string[], message: string) => void;

/** Reports errors in the period in which a record is shown. */
export function checkPeriod(
  record: { publish_from: string | null; publish_until: string | null },
  issue: Report,
): void {
  const { publish_from: from, publish_until: until } = record;
  if (from !== null && until !== null && Date.parse(until) <= Date.parse(from)) {
    issue(['publish_until'], 'The end comes after the start');
  }
}

/** Reports errors in a point on the map. */
export function checkPlace(record: { latitude: number | null; longitude: number | null }, issue: Report): void {
  if ((record.latitude === null) !== (record.longitude === null)) {
    issue(['latitude'], 'Write latitude and longitude, or neither');
  }
}
