import { _, type CodeKeywordDefinition, type KeywordCxt } from 'ajv'
import type { Ajv2020 } from 'ajv/dist/2020.js'
import { Type } from 'ajv/dist/compile/util.js'

/** Maximum number of faults in a problem. */
export const maxFaults = 100

/**
 * Limits the work of ajv, which collects every fault, to what the contract's sizes allow: a list or a text that is too long is reported as such and
 * its content is not validated, and a list is abandoned at its hundredth invalid item, because ajv copies all faults for each. Running ajv twice, to
 * the first fault and then for all, was rejected: the second run would need the same bounds.
 */
export function boundKeywords(ajv: Ajv2020): void {
  for (const keyword of ['pattern', 'format']) replace(ajv, keyword, (definition) => within('maxLength', definition))
  for (const keyword of ['maxLength', 'minLength']) replace(ajv, keyword, countOnlyNear)
  replace(ajv, 'uniqueItems', (definition) => within('maxItems', definition))
  replace(ajv, 'items', (definition) => within('maxItems', { ...definition, code: checkItems }))
}

function replace(ajv: Ajv2020, keyword: string, change: (own: CodeKeywordDefinition) => CodeKeywordDefinition): void {
  const original = ajv.getKeyword(keyword) as CodeKeywordDefinition // ajv defines these four this way
  ajv.removeKeyword(keyword)
  ajv.addKeyword({ ...change(original), keyword }) // ajv defines some of them together
}

function within(limit: 'maxLength' | 'maxItems', definition: CodeKeywordDefinition): CodeKeywordDefinition {
  return {
    ...definition,
    code(context, type) {
      const maximum: unknown = (context.parentSchema as Record<string, unknown>)[limit] // a schema is an object
      if (typeof maximum !== 'number') return definition.code(context, type)
      // a character takes up to two units of a text's length, and an item one of a list's
      const units = limit === 'maxLength' ? maximum * 2 : maximum
      context.gen.if(_`${context.data}.length <= ${units}`, () => definition.code(context, type))
    },
  }
}

/**
 * Counts the characters of a text, of one or two units each, only where its units do not show whether it is too long or too short: ajv takes 5 ms to
 * count a megabyte.
 */
function countOnlyNear(definition: CodeKeywordDefinition): CodeKeywordDefinition {
  return {
    ...definition,
    code(context, type) {
      const { gen, data, keyword } = context
      const limit = Number(context.schema)
      const [lowest, highest] = keyword === 'maxLength' ? [limit + 1, limit * 2] : [limit, limit * 2 - 2]
      gen.if(
        _`${data}.length >= ${lowest} && ${data}.length <= ${highest}`,
        () => definition.code(context, type),
        () => context.fail(keyword === 'maxLength' ? _`${data}.length > ${highest}` : _`${data}.length < ${lowest}`),
      )
    },
  }
}

/** Like ajv's own, but stops at the limit of invalid items; only a list that is already invalid is abandoned. */
function checkItems(context: KeywordCxt): void {
  const { gen, data, keyword, it } = context
  it.items = true
  const valid = gen.name('valid')
  const wrong = gen.let('wrong', 0)
  gen.forRange('i', 0, _`${data}.length`, (index) => {
    context.subschema({ keyword, dataProp: index, dataPropType: Type.Num }, valid)
    gen.if(_`!${valid}`, () => {
      gen.assign(wrong, _`${wrong} + 1`)
      gen.if(_`${wrong} >= ${maxFaults}`, () => gen.break())
    })
  })
  context.ok(_`${wrong} === 0`)
}
