import { answerWithin } from '#content/clients/answer-within.ts';
import type { Client } from '#content/clients/client.ts';
import { type ServiceDatabase, databaseOverHttp } from '#content/clients/database.ts';
import { type DirectOptions, openDirectDatabase } from '#content/clients/direct-database.ts';

/** The database over connections of its own, or over HTTP where no connection string is known. */
export function openServiceDatabase(
  client: Client,
  databaseUrl: string | null,
  options: DirectOptions,
): ServiceDatabase {
  return databaseUrl === null ? databaseOverHttp(client) : openDirectDatabase(databaseUrl, options);
}

/** Milliseconds that a person waits for the database. */
const personMilliseconds = 5000;

/** The same database, which does not let a person wait for long. */
export function answeringPeople(database: ServiceDatabase, isWaitedFor: () => boolean): ServiceDatabase {
  return {
    ...database,
    rpc: (...call) => {
      const answer = database.rpc(...call);
      return isWaitedFor() ? answerWithin(personMilliseconds, answer) : answer;
    },
    readOutputs: (query) => {
      const answer = database.readOutputs(query);
      return isWaitedFor() ? answerWithin(personMilliseconds, answer) : answer;
    },
  };
}
