import { connect } from 'node:net'
import type { Case } from './cases.ts'

/** `status`: a status line arrived. `closed`: the server disconnected. `silent`: neither in time. `gone`: the client disconnected. */
export interface Outcome {
  readonly kind: 'status' | 'closed' | 'silent' | 'gone' | 'refused'
  readonly status: number | null
}

/** After an incomplete request the client half-closes the connection with this delay; the server then has to close it. */
const halfCloseMs = 1_000
const answerWithinMs = 15_000

/** Sends a case on a new connection and returns how it ended. */
export function fire({ kind, bytes }: Case, port: number): Promise<Outcome> {
  return new Promise((resolve) => {
    let received = ''
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    const end = (outcome: Outcome['kind']): void => {
      clearTimeout(halfClose)
      clearTimeout(tooLate)
      socket.destroy()
      const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(received) ?? []
      resolve(status === undefined ? { kind: outcome, status: null } : { kind: 'status', status: Number(status) })
    }
    const tooLate = setTimeout(() => end('silent'), answerWithinMs)
    const halfClose = setTimeout(() => kind === 'hostile' && socket.end(), halfCloseMs)
    let isConnected = false
    socket.once('connect', () => {
      isConnected = true
      socket.write(bytes, () => {
        if (kind !== 'hang-up') return
        if (bytes.length % 2 === 0) socket.resetAndDestroy()
        end('gone')
      })
    })
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1', 0, 64)
      // 100 Continue precedes the response
      received = received.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '')
      if (/^HTTP\/1\.1 \d{3} /.test(received)) end('status')
    })
    socket.once('end', () => end('closed'))
    socket.once('close', () => end('closed'))
    socket.once('error', () => end(isConnected ? 'closed' : 'refused'))
  })
}
