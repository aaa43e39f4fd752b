import type { ServerResponse } from 'node:http'
import type { Contract } from '@auspex/contract'

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

/** What a person sees who opens the server's address. */
export function indexPage({ operations }: Contract): string {
  const rows = operations
    .map(({ method, path, id, isElsewhere }) => {
      const place = `${isElsewhere ? '/assistant' : '/api'}${path}`
      return `<tr><td>${method}<td><code>${escape(place)}</code><td>${escape(id)}`
    })
    .join('\n')
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Auspex mock server</title>
<style>:root{color-scheme:light dark}body{font:1rem/1.5 system-ui;margin:2rem auto;max-width:60rem;padding:0 1rem}td{padding:.1rem 1rem .1rem 0}</style>
<h1>Auspex mock server</h1>
<p>It answers the ${operations.length} operations of <a href="/openapi.json">the contract</a>.
<a href="/docs">Reference</a> · <a href="/__mock">Admin API</a> · <a href="/__mock/scenarios">Scenarios</a> · <a href="/__mock/requests">Log</a></p>
<table>
${rows}
</table>`
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
