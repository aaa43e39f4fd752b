import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

export const findFreePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      // listen() on a TCP port gives an AddressInfo, never a pipe name
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
