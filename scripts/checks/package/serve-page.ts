import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { rolldown } from 'rolldown'

async function bundle(folder: string): Promise<string> {
  const build = await rolldown({
    input: `${folder}/main.tsx`,
    platform: 'browser',
    logLevel: 'silent',
    transform: { jsx: 'react-jsx', define: { 'process.env.NODE_ENV': '"production"' } },
  })
  const { output } = await build.generate({ format: 'es' })
  await build.close()
  return output[0].code
}

async function forward(request: IncomingMessage, response: ServerResponse, apiUrl: string): Promise<void> {
  const body = await text(request)
  const { authorization = '', 'content-type': type = 'application/json' } = request.headers
  const answer = await fetch(`${apiUrl}${request.url}`, {
    method: request.method ?? 'GET',
    headers: { authorization, 'content-type': type },
    ...(body !== '' && { body }),
  })
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
  response.end(await answer.text())
}

/** Serves the page of a folder and forwards all other requests, as any bundler's dev server would. */
export async function servePage(folder: string, apiUrl: string) {
  const html = readFileSync(`${folder}/index.html`, 'utf8').replace('./main.tsx', '/main.js')
  const script = await bundle(folder)
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    if (path === '/' || path === '/main.js') {
      response.setHeader('content-type', path === '/' ? 'text/html' : 'text/javascript')
      response.end(path === '/' ? html : script)
      return
    }
    void forward(request, response, apiUrl)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // listen() on a TCP port gives an AddressInfo, never a pipe name
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}
