import type { PersonName } from '../../../apps/api/src/testing/people.ts'
import { toForm } from '../../../apps/api/src/testing/form.ts'
import type { SpecifiedOperation } from './list-parameters.ts'
import type { Call } from './plan.types.ts'
import type { Reply, World } from './world.ts'

/** Sends a request in the format that its operation expects. */
export async function sendCall(
  world: World,
  { method, path }: SpecifiedOperation,
  as: PersonName,
  { path: places = {}, query = {}, body, form, isUrlEncoded }: Call,
): Promise<Reply> {
  const target = path.replaceAll(/{(\w+)}/g, (_, name: string) => encodeURIComponent(places[name] ?? ''))
  const search = toSearch(query)
  const url = search === '' ? target : `${target}?${search}`
  if (form !== undefined) {
    const { body: bytes, headers } = await toForm(form)
    return world.send(as, method, url, new Uint8Array(bytes), headers['content-type'])
  }
  if (isUrlEncoded === true)
    return world.send(as, method, url, toSearch(body ?? {}), 'application/x-www-form-urlencoded')
  return world.send(as, method, url, body)
}

function toSearch(values: Record<string, unknown>): string {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)]),
  )
  return new URLSearchParams(pairs).toString()
}
