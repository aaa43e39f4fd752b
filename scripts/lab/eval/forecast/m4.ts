import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The series of one frequency of the M4 competition and their later values: Makridakis, Spiliotis & Assimakopoulos (2020), IJF 36. */
export function readM4(folder: string, frequency: string): { history: number[]; future: number[] }[] {
  const [train, test] = ['train', 'test'].map((part) => readRows(join(folder, `${frequency}-${part}.csv`)))
  return (train ?? []).map((history, index) => ({ history, future: test?.[index] ?? [] }))
}

/** Rows of quoted cells, starting with an id; shorter series end in empty cells. */
function readRows(path: string): number[][] {
  const [, ...lines] = readFileSync(path, 'utf8').trim().split('\n')
  return lines.map((line) =>
    line
      .split(',')
      .slice(1)
      .map((cell) => cell.replaceAll('"', '').trim())
      .filter((cell) => cell !== '' && cell !== 'NA')
      .map(Number),
  )
}
