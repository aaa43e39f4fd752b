import type { ServerResponse } from 'node:http'

/** Sends a whole text. */
export function sendText(
  response: ServerResponse,
  {
    status = 200,
    type,
    text,
    headers = {},
  }: { status?: number; type: string; text: string; headers?: Record<string, string> | null },
): void {
  response
    .writeHead(status, { ...headers, 'content-type': type, 'content-length': String(Buffer.byteLength(text)) })
    .end(text)
}
