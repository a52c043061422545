/** Answers a request to the host that has uploaded files and nothing else. */
export async function plainMediaAnswer(request: Request, find: () => Promise<Response | null>): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'This address can only be read.');
  return (await find()) ?? plain(404, 'There is no such file.');
}

function plain(status: number, message: string): Response {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
  return new Response(`${message}\n`, {
    status,
    headers: status === 405 ? { ...headers, allow: 'GET, HEAD' } : headers,
  });
}
