import type { ContractOperation } from '../contract.ts'
import type { FuzzRequest } from './request.ts'

const parts = ['path', 'query', 'body'] as const

/** The same request with text that no database can store in each of its texts, and in one more field of its body. */
export function unstorableRequests(
  { body: described }: ContractOperation,
  request: FuzzRequest,
): { place: string; request: FuzzRequest }[] {
  const files = described?.types.get(request.mediaType ?? '')?.files ?? new Map<string, number>()
  // a file is bytes, which may have any value
  const isText = (part: string, [step]: Steps): boolean => part !== 'body' || !files.has(String(step))
  const texts = parts.flatMap((part) =>
    listTexts(request[part])
      .filter((steps) => isText(part, steps))
      .flatMap((steps) =>
        // a URL and a form are bytes, which cannot contain half of a pair
        (part === 'body' && request.mediaType === 'application/json' ? ['\0', '\uD83D'] : ['\0']).map((character) => ({
          place: `${part}/${steps.join('/')} ${JSON.stringify(character)}`,
          request: { ...request, [part]: changeAt(request[part], steps, (text) => `${text}${character}`) },
        })),
      ),
  )
  const { body } = request
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return texts
  return [...texts, { place: 'a name', request: { ...request, body: { ...body, 'further\0': 'a field' } } }]
}

type Steps = readonly (string | number)[]

function listTexts(value: unknown, steps: Steps = []): Steps[] {
  if (typeof value === 'string') return [steps]
  if (Array.isArray(value)) return value.flatMap((item: unknown, index) => listTexts(item, [...steps, index]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, property]) => listTexts(property, [...steps, name]))
}

function changeAt(value: unknown, [step, ...further]: Steps, change: (text: string) => string): unknown {
  if (step === undefined) return change(String(value))
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<string, unknown> // a list takes indices too
  copy[step] = changeAt(copy[step], further, change)
  return copy
}
