/**
 * Usage: node scripts/checks/parameters/main.ts [OPERATION …]. Starts the real server on a new library, changes each parameter of each operation in
 * the specification as `plans.yaml` says, and verifies that the response or the stored data changes, or that the parameter is refused. Fails if a
 * parameter has no effect and no reason, or if a reason no longer applies. AUSPEX_WALK=all prints every judgement.
 */
import { type ContractDocument, type Method, resolve, type Schema } from '@auspex/contract'
import { readContractDocument } from '@auspex/contract/file'
import { finish } from '../harness/process.ts'
import { readContractOperations, specifiedOperations } from '../specification.ts'
import {
  absent,
  type Call,
  fill,
  type Plan,
  type Variant,
  plans,
  readStored,
  readValue,
  reasons,
  runSteps,
  type Scope,
  sendCall,
  setup,
} from './plans.ts'
import { createWorld } from './world.ts'

interface SpecifiedOperation {
  id: string
  method: string
  path: string
  /** By place and name: `path.id`, `query.geo`, `body.title`; `form.title` if read from a form with files. */
  parameters: string[]
}

/** The effects of a request. */
interface Result {
  status: number
  answer: unknown
  /** What was stored, as another request reads it, or null. */
  stored: unknown
}

type Judgement = { kind: 'changes'; at: string } | { kind: 'refused'; code: string } | { kind: 'nothing' }
type Place = 'path' | 'query' | 'body' | 'form'

/** Fields in which a response repeats the request or reports its duration, which is no effect. */
const echoes = ['query', 'title', 'reason', 'message', 'signal_id', 'signalId', 'request_id', 'url', 'stale']
const chance = ['durationMs', 'requestId', 'timestamp']
const nothing: Judgement = { kind: 'nothing' }

const startedAt = Date.now()
const names = process.argv.slice(2)
const operations = listParameters(readContractDocument()).filter(({ id }) => names.length === 0 || names.includes(id))
const world = await createWorld()
const library: Scope = { ...world.ids }
await runSteps(world, setup, library, 'mira')
const counts = { changes: 0, refused: 0, listed: 0 }
const without: string[] = []
const faults: string[] = []
const parameterNames = new Set<string>()
for (const operation of operations) {
  const isForm = (parameter: string) => parameter.startsWith('form.')
  await walk(
    operation,
    operation.parameters.filter((parameter) => !isForm(parameter)),
    plans[operation.id],
  )
  await walk(operation, operation.parameters.filter(isForm), plans[`${operation.id} form`] ?? plans[operation.id])
}
if (names.length === 0)
  for (const name of Object.keys(reasons))
    if (!parameterNames.has(name)) faults.push(`${name} is listed, and there is no such parameter`)
await world.close()
faults.push(...without.map((name) => `Without effect: ${name}`))
console.log(
  `Parameters of ${operations.length} operations: ${counts.changes} change, ${counts.refused} refused, ${counts.listed} listed with a reason, ${without.length} without effect; ${Math.round((Date.now() - startedAt) / 1000)} s`,
)
finish(faults)

/** Every operation in the specification, with the parameters of its requests. */
function listParameters(document: ContractDocument): SpecifiedOperation[] {
  const byId = new Map(
    Object.entries(document.paths).flatMap(([path, item]) =>
      (['get', 'post', 'put', 'patch', 'delete'] as const satisfies readonly Method[]).flatMap((method) => {
        const operation = item[method]
        return operation === undefined ? [] : [[operation.operationId, { path, method, operation }] as const]
      }),
    ),
  )
  const ids = readContractOperations()
  return specifiedOperations.flatMap((line) => {
    const id = ids.get(line) ?? ''
    const entry = byId.get(id)
    if (entry === undefined) return []
    const { path, method, operation } = entry
    const named = (operation.parameters ?? []).flatMap((parameter) => {
      const { name, in: location } = resolve(document, parameter)
      return location === 'header' ? [] : [`${location}.${name}`]
    })
    const bodies = Object.entries(operation.requestBody?.content ?? {}).flatMap(([type, { schema }]) => {
      const location = type.startsWith('multipart/') ? 'form' : 'body'
      return schema == null ? [] : propertiesOf(document, schema).map((name) => `${location}.${name}`)
    })
    return [{ id, method: method.toUpperCase(), path, parameters: [...new Set([...named, ...bodies])] }]
  })
}

function propertiesOf(document: ContractDocument, schema: Schema): string[] {
  const { properties = {}, allOf = [], oneOf = [], anyOf = [] } = resolve<Schema>(document, schema)
  return [...Object.keys(properties), ...[...allOf, ...oneOf, ...anyOf].flatMap((part) => propertiesOf(document, part))]
}

/** Judges parameters of an operation, and counts what came of it. */
async function walk(
  operation: SpecifiedOperation,
  parameters: readonly string[],
  plan: Plan | undefined,
): Promise<void> {
  if (parameters.length === 0) return
  const change = plan === undefined ? null : await createWalk(operation, plan).catch((error: unknown) => String(error))
  for (const parameter of parameters) {
    const name = `${operation.id} ${parameter}`
    parameterNames.add(name)
    const judgement =
      typeof change === 'function' ? await change(parameter).catch(String) : (change ?? 'there is no plan')
    if (process.env['AUSPEX_WALK'] === 'all') console.log(`${name.padEnd(52)} ${JSON.stringify(judgement)}`)
    if (typeof judgement === 'string') faults.push(`${name}: ${judgement}`)
    else if (judgement.kind !== 'nothing') {
      counts[judgement.kind] += 1
      if (reasons[name] !== undefined)
        faults.push(`${name} has an effect, and is listed as one without: ${reasons[name]}`)
    } else if (reasons[name] === undefined) without.push(name)
    else counts.listed += 1
  }
}

/** Prepares an operation; returns a function that changes one of its parameters and judges what that does. */
async function createWalk(operation: SpecifiedOperation, plan: Plan) {
  const as = plan.as ?? 'mira'
  const shared: Scope = { ...library }
  await runSteps(world, plan.once ?? [], shared, as)
  const send = async (variant: Variant, edit: (call: Call, scope: Scope) => Promise<Call>): Promise<Result> => {
    const scope = { ...shared }
    await runSteps(world, variant.make ?? [], scope, as)
    const call = await edit(fill(variant.call, scope) as Call, scope) // it keeps its shape
    const { status, answer } = await sendCall(world, operation, as, call)
    return { status, answer, stored: status < 300 ? await readStored(world, plan, { ...scope, answer }) : null }
  }
  const baselines = new Map<unknown, { before: Result; volatile: ReadonlySet<string> }>()
  const baselineOf = async (variant: Variant) => {
    const measured = baselines.get(variant)
    if (measured !== undefined) return measured
    const before = await send(variant, async (call) => call)
    if (before.status >= 300)
      throw new Error(`the request itself is refused: ${before.status} ${JSON.stringify(before.answer).slice(0, 400)}`)
    const baseline = { before, volatile: new Set(differences(before, await send(variant, async (call) => call))) }
    baselines.set(variant, baseline)
    return baseline
  }
  return async (parameter: string): Promise<Judgement | string> => {
    const [location = '', ...rest] = parameter.split('.')
    const name = rest.join('.')
    const values = plan.values[parameter]
    if (values === undefined) return 'the plan does not change it'
    const variant = plan.other?.[parameter] ?? plan
    const { before, volatile } = await baselineOf(variant)
    const isRead = operation.method === 'GET' || plan.stored === undefined
    for (const value of values) {
      let sentValue: unknown = null
      const after = await send(variant, async (call, scope) => {
        sentValue = await readValue(world, value, { ...scope, answer: before.answer }, as)
        const { [name]: _, ...others } = call[location as Place] ?? {}
        return { ...call, [location]: sentValue === absent ? others : { ...others, [name]: sentValue } }
      })
      const judgement = judge({ name, sent: sentValue, before, after, volatile, isRead })
      if (judgement.kind !== 'nothing') return judgement
    }
    return nothing
  }
}

/** Every value in a result, by its place. */
function flatten(value: unknown, at = '', target = new Map<string, unknown>()): Map<string, unknown> {
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
    if (entries.length === 0) target.set(at, Array.isArray(value) ? '[]' : '{}')
    for (const [key, part] of entries) flatten(part, `${at}/${key}`, target)
  } else target.set(at, value)
  return target
}

/** Places at which two results differ. */
function differences(a: Result, b: Result): string[] {
  const [first, second] = [flatten(a), flatten(b)]
  return [...new Set([...first.keys(), ...second.keys()])].filter((at) => first.get(at) !== second.get(at))
}

/** Decides whether changing a parameter had an effect. Places that differ between two responses to the same request are volatile. */
function judge({
  name,
  sent,
  before,
  after,
  volatile,
  isRead,
}: {
  name: string
  sent: unknown
  before: Result
  after: Result
  volatile: ReadonlySet<string>
  isRead: boolean
}): Judgement {
  if (after.status >= 500) return nothing
  if (after.status >= 400)
    return { kind: 'refused', code: `${after.status} ${(after.answer as { code?: string } | null)?.code ?? ''}` }
  const plainName = name.replace('[]', '').toLowerCase()
  const values = flatten(after)
  // a read repeats the request in its response, while a write stores it
  const isEcho = (at: string) => {
    const parts = at.split('/')
    const isSame = String(values.get(at)) === String(sent)
    return (
      isRead && (echoes.some((echo) => parts.includes(echo)) || (isSame && parts.at(-1)?.toLowerCase() === plainName))
    )
  }
  const isChance = (at: string) => chance.includes(at.slice(at.lastIndexOf('/') + 1))
  const isStored = (at: string) => !isRead && at.endsWith(`/${name}`) && values.get(at) === sent
  // a name that is new on every call still counts as changed if it disappears
  const isVolatile = (at: string) => volatile.has(at) && values.get(at) !== null
  const changed = differences(before, after).find(
    (at) => isStored(at) || !(isVolatile(at) || isChance(at) || isEcho(at)),
  )
  return changed === undefined ? nothing : { kind: 'changes', at: changed }
}
