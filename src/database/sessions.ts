import type postgres from 'postgres';
import { isDatabaseError, readOnly } from './errors.ts';

/** The database did not answer within the time that its caller gives it. Whether it did what it was asked for is not known. */
class Unanswered extends Error {
  readonly code = 'timeout';
  constructor(milliseconds: number) {
    super(`no answer within ${milliseconds / 1000} s`);
  }
}

type Script = ReturnType<postgres.Sql['unsafe']>;
type Results = Awaited<ReturnType<Script['simple']>>;

type RunScript = (script: string, milliseconds: number) => Promise<Results>;

export type Sessions = {
  /** Runs a script in a session that nobody else uses meanwhile; throws `Unanswered` where the answer takes longer than the limit. */
  run: RunScript;
  /** Keeps one session for several scripts. Where the work throws, its connection is thrown away, and with it what was not committed. */
  hold<T>(work: (run: RunScript) => Promise<T>): Promise<T>;
  end(seconds: number): Promise<void>;
};

type Session = { sql: postgres.Sql; generation: number };

/**
 * Sessions of a database, each of which answers one caller at a time. A session that did not answer in time is thrown away with
 * its connection, so that a late answer is nobody's. After a fail-over connections lead to the old server, which has become
 * read-only, and stay there: all of them are made anew.
 *
 * @param connect makes a client of one connection
 */
export function openSessions(connect: () => postgres.Sql, size: number): Sessions {
  const free: Session[] = Array.from({ length: size }, () => ({ sql: connect(), generation: 0 }));
  const all = [...free];
  const waiting: PromiseWithResolvers<Session>[] = [];
  let generation = 0;
  let answeredAt = 0;

  function renew(session: Session, seconds: number): void {
    void session.sql.end({ timeout: seconds }).catch(() => {});
    Object.assign(session, { sql: connect(), generation });
  }

  function take(): Promise<Session> {
    const session = free.shift();
    if (session) return Promise.resolve(session);
    const next = Promise.withResolvers<Session>();
    waiting.push(next);
    return next.promise;
  }

  function give(session: Session): void {
    if (session.generation !== generation) renew(session, 1);
    const next = waiting.shift();
    if (next) next.resolve(session);
    else free.push(session);
  }

  async function runIn(session: Session, script: string, milliseconds: number): Promise<Results> {
    const askedAt = performance.now();
    const limit = Promise.withResolvers<never>();
    const timer = setTimeout(() => limit.reject(new Unanswered(milliseconds)), milliseconds);
    try {
      const results = await Promise.race([session.sql.unsafe(script).simple(), limit.promise]);
      answeredAt = performance.now();
      return results;
    } catch (error) {
      if (error instanceof Unanswered) {
        renew(session, 0);
        // Nobody has heard anything meanwhile: who waits for a session would wait as long again.
        if (answeredAt < askedAt) for (const next of waiting.splice(0)) next.reject(error);
      } else if (isDatabaseError(error)) {
        answeredAt = performance.now();
        if (error.code === readOnly && session.generation === generation) generation += 1;
      }
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async run(script, milliseconds) {
      const session = await take();
      try {
        return await runIn(session, script, milliseconds);
      } finally {
        give(session);
      }
    },
    async hold(work) {
      const session = await take();
      const { sql } = session;
      try {
        return await work((script, milliseconds) => {
          // What was begun on a connection that is gone does not go on with another one.
          if (session.sql !== sql) throw new Error('The connection of these scripts is lost');
          return runIn(session, script, milliseconds);
        });
      } catch (error) {
        if (session.sql === sql) renew(session, 0);
        throw error;
      } finally {
        give(session);
      }
    },
    async end(seconds) {
      await Promise.all(all.map(({ sql }) => sql.end({ timeout: seconds })));
    },
  };
}
