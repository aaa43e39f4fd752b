import { CodedError } from './errors.ts'

/** Refuses a person whose access to a module an administrator has removed. */
export function moduleOff(module: string): CodedError {
  return new CodedError({
    kind: 'forbidden',
    code: 'module.off',
    title: `The module ${module} is switched off for you`,
    detail: `Ask an administrator to switch the module ${module} on.`,
  })
}
