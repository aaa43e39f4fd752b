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
  const take = (length: number) => {
    at += length
    return bytes.subarray(at - length, at)
  }
  const steps = Float32Array.from({ length: (tagCount + 1) * tagCount }, () => take(4).readFloatLE())
  const part = (classes: number): FeatureWeights => {
    const count = take(4).readUInt32LE()
    const scale = take(4).readFloatLE()
    const distances = take(4 * count)
    const rows = new Map<number, number>()
    let feature = 0
    for (let row = 0; row < count; row += 1) {
      feature += distances.readUInt32LE(4 * row)
      rows.set(feature, row)
    }
    const weights = take(count * classes)
    return { classes, rows, values: new Int8Array(weights.buffer, weights.byteOffset, weights.length), scale }
  }
  const tags = part(tagCount)
  const heads = Object.fromEntries(headNames.map((name) => [name, part(headClasses[name].length)]))
  return { tags, steps, heads: heads as QuestionModel['heads'] } // one for each name
}
