import type { Answer } from './client.ts';

/** The answer of a database call, or an error where there is none in time. What was asked goes on, and its answer is nobody's. */
export async function answerWithin(milliseconds: number, answer: PromiseLike<Answer>): Promise<Answer> {
  const none = Promise.withResolvers<Answer>();
  const message = `no answer within ${milliseconds / 1000} s`;
  const timer = setTimeout(() => none.resolve({ data: null, error: { code: 'timeout', message } }), milliseconds);
  try {
    return await Promise.race([answer, none.promise]);
  } finally {
    clearTimeout(timer);
  }
}
