import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { fetchWithProgress, type UploadProgress } from './uploads.ts'

interface ReceivedUpload {
  readonly length: string | undefined
  readonly type: string
  readonly body: Buffer
}

let close: () => void = () => undefined
afterEach(() => close())

const serve = async (): Promise<{ url: string; received: Promise<ReceivedUpload>; closed: Promise<void> }> => {
  const arrived = Promise.withResolvers<ReceivedUpload>()
  const closed = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    request.socket.on('close', () => closed.resolve())
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      arrived.resolve({
        length: request.headers['content-length'],
        type: request.headers['content-type'] ?? '',
        body: Buffer.concat(chunks),
      })
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => {
    server.close()
    server.closeAllConnections()
  }
  // listen() on a TCP port yields an AddressInfo, never a pipe name
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, received: arrived.promise, closed: closed.promise }
}
const formWith = (bytes: number): FormData => {
  const form = new FormData()
  form.append('title', 'Oat drinks')
  form.append('file', new Blob([new Uint8Array(bytes).fill(120)], { type: 'image/png' }), 'cover.png')
  return form
}

describe('uploads', () => {
  test('report progress from zero to the exact size of the body, and arrive complete', async () => {
    const { url, received } = await serve()
    const progressReports: UploadProgress[] = []
    await fetchWithProgress((progress) => progressReports.push(progress))(url, {
      method: 'POST',
      body: formWith(1_000_000),
    })
    const { length, type, body } = await received
    expect(progressReports.length).toBeGreaterThan(10)
    expect(progressReports[0]).toEqual({ loadedBytes: 0, totalBytes: body.length })
    expect(progressReports.at(-1)).toEqual({ loadedBytes: body.length, totalBytes: body.length })
    expect(progressReports.map(({ loadedBytes }) => loadedBytes)).toEqual(
      progressReports.map(({ loadedBytes }) => loadedBytes).toSorted((a, b) => a - b),
    )
    expect(length).toBe(String(body.length))
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
    expect(form.get('title')).toBe('Oat drinks')
    // The part was sent with a file name, so it is a file again.
    expect((form.get('file') as File).size).toBe(1_000_000)
  })

  test('close the connection on an abort in the middle', async () => {
    const { url, closed } = await serve()
    const stopping = new AbortController()
    let loaded = 0
    const sent = fetchWithProgress(({ loadedBytes }) => {
      loaded = loadedBytes
      if (loadedBytes > 1_000_000) stopping.abort()
    })(url, { method: 'POST', body: formWith(50_000_000), signal: stopping.signal })
    await expect(sent).rejects.toThrow('aborted')
    await closed
    expect(loaded).toBeLessThan(50_000_000)
  })
})
