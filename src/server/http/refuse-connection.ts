import type { Socket } from 'node:net';

/**
 * What a connection is told from which no request could be read.
 *
 * @param code Node's code of the error.
 * @example toStatusLine('HPE_HEADER_OVERFLOW') // '431 Request Header Fields Too Large'
 */
function toStatusLine(code: string | undefined): string {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return '431 Request Header Fields Too Large';
    // Browsers open connections that they may need later. One that is refused just as it gets its first request is tried again after 408,
    // and after no other status: Chromium's `HttpNetworkTransaction`.
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return '408 Request Timeout';
    default:
      return '400 Bad Request';
  }
}

/** A client that is slow has so long to read why, in milliseconds. */
const readingTime = 2000;

/** Answers a connection from which no request could be read, and closes it, whether the other side does so or not. */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(`HTTP/1.1 ${toStatusLine(error.code)}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  // What is still sent is thrown away: closed with something unread, a connection loses the answer.
  socket.resume();
  setTimeout(() => socket.destroy(), readingTime).unref();
}
