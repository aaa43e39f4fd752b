import { connect } from 'node:net'

/** Sends raw bytes that no HTTP library would send, and returns what was received until the server closed the connection. */
export const sendRaw = (port: number, text: string | Buffer): Promise<string> =>
  new Promise((resolve, reject) => {
    const received: Buffer[] = []
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(text))
    socket.setTimeout(10_000, () => socket.destroy(new Error(`No end came to ${text.toString('latin1').slice(0, 80)}`)))
    socket.on('data', (chunk) => received.push(chunk))
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
    socket.once('close', () => resolve(Buffer.concat(received).toString('latin1')))
  })

/** A request whose connection ends with its reply. */
export const requestLines = (line: string, ...headers: readonly string[]): string =>
  [line, ...(headers.some((each) => /^host:/i.test(each)) ? [] : ['Host: localhost']), 'Connection: close', ...headers]
    .concat('', '')
    .join('\r\n')

export const statusOf = (reply: string): number => Number(/^HTTP\/1\.1 (\d{3}) /.exec(reply)?.[1] ?? 0)

/** Values of a header, one for each time it was sent. */
export const headerOf = (reply: string, name: string): string[] =>
  [...(reply.split('\r\n\r\n', 1)[0] ?? '').matchAll(new RegExp(`^${name}: (.*?)\r?$`, 'gim'))].map(
    ([, value = '']) => value,
  )
