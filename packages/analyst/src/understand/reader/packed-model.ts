import { brotliDecompressSync } from 'node:zlib'
import { packedModel } from './packed-model.gen.ts'
import { type FeatureWeights, headClasses, headNames, type QuestionModel, tagCount } from './question-model.ts'

let model: QuestionModel | null = null

/** The weights that were learned from the labelled questions; unpacked at the first question. */
export function questionModel(): QuestionModel {
  model ??= unpack(brotliDecompressSync(Buffer.from(packedModel, 'base64')))
  return model
}

/**
 * For each part: how many features, what an 8-bit weight is worth, the features in order as differences, then the weights class by class, which
 * compresses best. The steps between tags stand first.
 */
function unpack(bytes: Buffer): QuestionModel {
  let at = 0
  const float = () => bytes.readFloatLE((at += 4) - 4)
  const steps = Float32Array.from({ length: (tagCount + 1) * tagCount }, float)
  const part = (classes: number): FeatureWeights => {
    const count = bytes.readUInt32LE((at += 4) - 4)
    const scale = float()
    const rows = new Map<number, number>()
    let feature = 0
    for (let row = 0; row < count; row += 1) {
      feature += bytes.readUInt32LE((at += 4) - 4)
      rows.set(feature, row)
    }
    const values = new Int8Array(count * classes)
    for (let one = 0; one < classes; one += 1)
      for (let row = 0; row < count; row += 1) values[row * classes + one] = bytes.readInt8((at += 1) - 1)
    return { classes, rows, values, scale }
  }
  const tags = part(tagCount)
  const heads = Object.fromEntries(headNames.map((name) => [name, part(headClasses[name].length)]))
  return { tags, steps, heads: heads as QuestionModel['heads'] } // one for each name
}
