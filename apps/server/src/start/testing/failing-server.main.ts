/** Usage: node failing-server.main.ts. A gateway with parts that fail where nothing catches them. Prints its port, then its log. */
import type { AddressInfo } from 'node:net'
import { openGateway } from '../../gateway/gateway.ts'
import type { FailureLog } from '../../gateway/guard-answer.ts'
import { guardProcess } from '../start.command.ts'

const log: FailureLog = {
  error: ({ err }, message) => console.log(`${message}: ${err instanceof Error ? err.stack : String(err)}`),
}
const gateway = await openGateway({ host: '127.0.0.1', port: 0, publicUrl: 'http://localhost', log })
gateway.mount('/well', (_request, response) => response.end('well'))
gateway.mount('/rejection', () => {
  // oxlint-disable-next-line typescript/no-floating-promises -- the defect that the test is about
  Promise.resolve().then(() => {
    throw new Error('nobody heard this')
  })
})
gateway.mount('/exception', () => {
  setTimeout(() => {
    throw new Error('nobody caught this')
  })
})
const waiting: (() => void)[] = []
gateway.mount('/slow', (_request, response) => {
  waiting.push(() => response.end('finished'))
  console.log('slow began')
})
guardProcess({
  log,
  close: () => {
    const closed = gateway.close()
    for (const finish of waiting) finish()
    return closed
  },
})
console.log(`port ${(gateway.server.address() as AddressInfo).port}`) // TCP has an AddressInfo
