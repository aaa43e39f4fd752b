import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { capture } from '../capture.ts'
import { doors } from '../consumer.ts'
import { compilers, type Project } from './projects.ts'

export type Compiler = keyof typeof compilers
export type Resolution = 'nodenext' | 'bundler'

/** The declarations of msw 3 require TypeScript 5.7. */
const withoutMsw = doors
  .replace(/^import .*@auspex\/sdk\/msw'\n/m, '')
  .replace(', getGetMeMockHandler', '')
  .replace(', getMeMockHandler', '')

/** Type-checks every entry point in a project, including the declarations of all libraries. */
export async function checkDoors({ folder }: Project, compiler: Compiler, resolution: Resolution): Promise<void> {
  const config = `tsconfig.${compiler}.${resolution}.json`
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
    module: resolution === 'nodenext' ? 'nodenext' : 'esnext',
    moduleResolution: resolution,
    strict: true,
    skipLibCheck: false,
    noEmit: true,
    types: ['node'],
  }
  const file = `doors.${compiler}.ts`
  writeFileSync(join(folder, file), compiler === '5.4' ? withoutMsw : doors)
  writeFileSync(join(folder, config), JSON.stringify({ compilerOptions, files: [file] }))
  const program = join('node_modules', compilers[compiler], 'bin/tsc')
  await capture(process.execPath, [program, '-p', config], { cwd: folder, timeoutMs: 600_000 })
}
