import { CodedError } from './errors.ts'

/** The refusal of somebody from whom an administrator took a module. */
export function moduleOff(module: string): CodedError {
  return new CodedError({
    kind: 'forbidden',
    code: 'module.off',
    title: `The module ${module} is switched off for you`,
    detail: `Ask an administrator to switch the module ${module} on.`,
  })
}
