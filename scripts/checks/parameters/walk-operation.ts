import { differences, judge, type Judgement, type Result } from './judge.ts'
import type { SpecifiedOperation } from './list-parameters.ts'
import { absent, type Call, type Plan, type Plans } from './plan.types.ts'
import { sendCall } from './send-call.ts'
import type { World } from './world.ts'

export interface Finding {
  parameter: string
  judgement: Judgement
  /** Why no verdict is possible, if so. */
  fault: string | null
}

const nothing: Judgement = { kind: 'nothing' }

/** Changes each parameter of an operation, one at a time. */
export async function walkOperation(operation: SpecifiedOperation, plans: Plans, world: World): Promise<Finding[]> {
  const findings: Finding[] = []
  const groups: [name: string, parameters: string[]][] = [
    [operation.id, operation.parameters.filter((one) => !one.startsWith('form.'))],
    [`${operation.id} form`, operation.parameters.filter((one) => one.startsWith('form.'))],
  ]
  for (const [name, parameters] of groups) {
    if (parameters.length === 0) continue
    const plan = plans[name] ?? plans[operation.id]
    if (plan === undefined) {
      findings.push(...parameters.map((parameter) => ({ parameter, judgement: nothing, fault: 'there is no plan' })))
      continue
    }
    try {
      findings.push(...(await walkPlan(operation, parameters, plan, world)))
    } catch (error) {
      findings.push(...parameters.map((parameter) => ({ parameter, judgement: nothing, fault: String(error) })))
    }
  }
  return findings
}

interface Baseline {
  result: Result
  /** Places that differ between two responses to the same request. */
  volatile: ReadonlySet<string>
}

async function walkPlan(
  operation: SpecifiedOperation,
  parameters: string[],
  plan: Plan,
  world: World,
): Promise<Finding[]> {
  const send = async (make: Plan['call'], change: (call: Call) => Call | Promise<Call> = (call) => call) => {
    const call = await change(await make())
    const { status, answer } = await sendCall(world, operation, plan.as ?? 'mira', call)
    const stored = status < 300 && plan.stored !== undefined ? await plan.stored(answer, call) : null
    return { status, answer, stored }
  }
  const baselines = new Map<Plan['call'], Baseline>()
  const baselineOf = async (make: Plan['call']): Promise<Baseline> => {
    const known = baselines.get(make)
    if (known !== undefined) return known
    const result = await send(make)
    if (result.status >= 300)
      throw new Error(`the request itself is refused: ${result.status} ${JSON.stringify(result.answer).slice(0, 400)}`)
    const baseline = { result, volatile: new Set(differences(result, await send(make))) }
    baselines.set(make, baseline)
    return baseline
  }
  const isRead = operation.method === 'GET' || plan.stored === undefined

  const findings: Finding[] = []
  for (const parameter of parameters) {
    const [place, ...rest] = parameter.split('.')
    const name = rest.join('.')
    const values = plan.values[parameter]
    if (values === undefined) {
      findings.push({ parameter, judgement: nothing, fault: 'the plan does not change it' })
      continue
    }
    const make = plan.calls?.[parameter] ?? plan.call
    const { result: before, volatile } = await baselineOf(make)
    let judgement: Judgement = nothing
    for (const value of values) {
      let sent: unknown = null
      const after = await send(make, async (call) => {
        sent = typeof value === 'function' ? await value(before.answer, call) : value
        return withValue(call, place as Place, name, sent)
      })
      judgement = judge({ name, sent, before, after, volatile, isRead })
      if (judgement.kind !== 'nothing') break
    }
    findings.push({ parameter, judgement, fault: null })
  }
  return findings
}

type Place = 'path' | 'query' | 'body' | 'form'

function withValue(call: Call, place: Place, name: string, value: unknown): Call {
  const { [name]: _, ...others } = call[place] ?? {}
  return { ...call, [place]: value === absent ? others : { ...others, [name]: value } }
}
