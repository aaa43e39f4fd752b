import type { AccessReader } from '../modules/people/index.ts'

/** A test double that has only these members. Reading any other throws its name, so that a test says what it lacks. */
export function stub<T extends object>(members: NoInfer<Partial<T>>): T {
  return new Proxy(members as T, {
    get(target, name, receiver) {
      if (name in target || typeof name === 'symbol' || name === 'then') return Reflect.get(target, name, receiver)
      throw new Error(`The stub has no "${name}"`)
    },
  })
}

/** Nobody is disabled, and no module is switched off. */
export const everyModule: AccessReader = stub({ find: async () => ({ isDisabled: false, off: new Set() }) })
