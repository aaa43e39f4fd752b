/** Usage: npm run status. Lists the operations of the contract that the server answers with 501. */
import { notBuiltIds } from '@auspex/api'
import { operations } from '@auspex/sdk/operations'

const total = Object.values(operations).filter(({ service }) => service === 'api').length
console.log(`${total - notBuiltIds.length} of ${total} operations of the product API are built`)
for (const id of notBuiltIds) console.log(`  not built: ${operations[id].method} ${operations[id].path} (${id})`)
// the assistant is another server: what it has not built, the contract says by documenting 501
const assistant = Object.entries(operations).filter(([, { service }]) => service === 'assistant')
const missing = assistant.filter(([, { errors }]) => (errors as readonly number[]).includes(501)) // a literal list has no 501 where none stands
console.log(`${assistant.length - missing.length} of ${assistant.length} operations of the assistant are built`)
for (const [id, { method, path }] of missing) console.log(`  not built: ${method} /assistant${path} (${id})`)
