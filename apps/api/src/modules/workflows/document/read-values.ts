/** Reads a field of a tool's output without assuming its shape: missing fields are undefined, and anything but a list is an empty list. */
export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined
}

export function list(value: unknown, name: string): readonly unknown[] {
  const fieldValue = field(value, name)
  return Array.isArray(fieldValue) ? fieldValue : []
}

export function text(value: unknown, name: string): string | null {
  const fieldValue = field(value, name)
  return typeof fieldValue === 'string' && fieldValue !== '' ? fieldValue : null
}

export function number(value: unknown, name: string): number | null {
  const fieldValue = field(value, name)
  return typeof fieldValue === 'number' && Number.isFinite(fieldValue) ? fieldValue : null
}

export function texts(value: unknown, name: string): string[] {
  return list(value, name).filter((item): item is string => typeof item === 'string')
}
