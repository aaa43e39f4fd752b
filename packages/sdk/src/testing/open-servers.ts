import { afterEach } from 'vitest'
import { type LocalServer, startServer } from './server.ts'

const open: LocalServer[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()))
})

/** A local server that is closed after the test. */
export const serve = async (...args: Parameters<typeof startServer>): Promise<LocalServer> => {
  const server = await startServer(...args)
  open.push(server)
  return server
}

/** The error of a call that must fail. */
export const failure = async (call: PromiseLike<unknown>): Promise<unknown> => {
  try {
    await call
  } catch (error) {
    return error
  }
  throw new Error('The call did not fail')
}
