/** The moment of the database, in its own words: clocks of machines differ. */
export const databaseNow = 'now';
