/** The effects of a request. */
export interface Result {
  status: number
  answer: unknown
  /** What was stored, as another request reads it, or null. */
  stored: unknown
}

export type Judgement = { kind: 'changes'; at: string } | { kind: 'refused'; code: string } | { kind: 'nothing' }

/** Fields in which a response repeats the request or reports its duration, which is no effect. */
const echoes = ['query', 'title', 'reason', 'message', 'signal_id', 'signalId', 'request_id', 'url', 'stale']
const chance = ['durationMs', 'requestId', 'timestamp']

/** Every value in a result, by its place. */
export function flatten(value: unknown, at = '', into = new Map<string, unknown>()): Map<string, unknown> {
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
    if (entries.length === 0) into.set(at, Array.isArray(value) ? '[]' : '{}')
    for (const [key, part] of entries) flatten(part, `${at}/${key}`, into)
  } else into.set(at, value)
  return into
}

/** Places at which two results differ. */
export function differences(one: Result, other: Result): string[] {
  const [first, second] = [flatten(one), flatten(other)]
  return [...new Set([...first.keys(), ...second.keys()])].filter((at) => first.get(at) !== second.get(at))
}

interface Question {
  /** The parameter's name without its place, and its changed value. */
  name: string
  sent: unknown
  before: Result
  after: Result
  /** Places that differ between two responses to the same request. */
  volatile: ReadonlySet<string>
  /** Whether the response repeats the request: true of reads, while a write stores it. */
  isRead: boolean
}

/** Decides whether changing a parameter had an effect. */
export function judge({ name, sent, before, after, volatile, isRead }: Question): Judgement {
  if (after.status >= 500) return { kind: 'nothing' }
  if (after.status >= 400)
    return { kind: 'refused', code: `${after.status} ${(after.answer as { code?: string } | null)?.code ?? ''}` }
  const plainName = name.replace('[]', '').toLowerCase()
  const values = flatten(after)
  const isEcho = (at: string) => {
    const parts = at.split('/')
    const isSame = String(values.get(at)) === String(sent)
    return echoes.some((echo) => parts.includes(echo)) || (isSame && parts.at(-1)?.toLowerCase() === plainName)
  }
  const isChance = (at: string) => chance.includes(at.slice(at.lastIndexOf('/') + 1))
  const isStored = (at: string) => !isRead && at.endsWith(`/${name}`) && values.get(at) === sent
  // a name that is new on every call still counts as changed if it disappears
  const isRemoved = (at: string) => values.get(at) === null
  const changed = differences(before, after).find(
    (at) => isStored(at) || !((volatile.has(at) && !isRemoved(at)) || isChance(at) || (isRead && isEcho(at))),
  )
  return changed === undefined ? { kind: 'nothing' } : { kind: 'changes', at: changed }
}
