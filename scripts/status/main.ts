/** Usage: npm run status. Lists the operations of the contract that the server answers with 501. */
import { notBuiltIds } from '@auspex/api'
import { operations } from '@auspex/sdk/operations'

const total = Object.values(operations).filter(({ service }) => service === 'api').length
console.log(`${total - notBuiltIds.length} of ${total} operations of the product API are built`)
for (const id of notBuiltIds) console.log(`  not built: ${operations[id].method} ${operations[id].path} (${id})`)
const streams = Object.entries(operations).filter(([, { service }]) => service === 'assistant')
console.log(`0 of ${streams.length} operations of the assistant are built`)
for (const [id, { method, path }] of streams) console.log(`  not built: ${method} /assistant${path} (${id})`)
