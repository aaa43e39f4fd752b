import { _, type CodeKeywordDefinition, type KeywordCxt } from 'ajv'
import type { Ajv2020 } from 'ajv/dist/2020.js'
import { Type } from 'ajv/dist/compile/util.js'

/** The longest list of faults that a problem may carry. */
export const maxFaults = 100

/**
 * Makes ajv, which collects every fault, do no more work than the contract's sizes allow: a list or a text that is longer than
 * it may be is told as that and not looked into, and a list is left at its hundredth wrong item, since ajv copies all faults for
 * each. Running ajv twice, to the first fault and then for all, was rejected: the second run would need the same bounds.
 */
export function boundKeywords(ajv: Ajv2020): void {
  for (const keyword of ['pattern', 'format']) replace(ajv, keyword, (definition) => within('maxLength', definition))
  for (const keyword of ['maxLength', 'minLength']) replace(ajv, keyword, countOnlyNear)
  replace(ajv, 'uniqueItems', (definition) => within('maxItems', definition))
  replace(ajv, 'items', (definition) => within('maxItems', { ...definition, code: checkItems }))
}

function replace(ajv: Ajv2020, keyword: string, change: (own: CodeKeywordDefinition) => CodeKeywordDefinition): void {
  const own = ajv.getKeyword(keyword) as CodeKeywordDefinition // what ajv defines these four as
  ajv.removeKeyword(keyword)
  ajv.addKeyword({ ...change(own), keyword }) // ajv defines some of them together
}

function within(limit: 'maxLength' | 'maxItems', definition: CodeKeywordDefinition): CodeKeywordDefinition {
  return {
    ...definition,
    code(context, type) {
      const most: unknown = (context.parentSchema as Record<string, unknown>)[limit] // a schema is an object
      if (typeof most !== 'number') return definition.code(context, type)
      // a character takes up to two units of a text's length, and one item of a list's
      const units = limit === 'maxLength' ? most * 2 : most
      context.gen.if(_`${context.data}.length <= ${units}`, () => definition.code(context, type))
    },
  }
}

/**
 * Counts the characters of a text, of one unit or two, only where its units leave it open whether it is too long or too short:
 * ajv takes 5 ms to count a megabyte.
 */
function countOnlyNear(definition: CodeKeywordDefinition): CodeKeywordDefinition {
  return {
    ...definition,
    code(context, type) {
      const { gen, data, keyword } = context
      const limit = Number(context.schema)
      const [fewest, most] = keyword === 'maxLength' ? [limit + 1, limit * 2] : [limit, limit * 2 - 2]
      gen.if(
        _`${data}.length >= ${fewest} && ${data}.length <= ${most}`,
        () => definition.code(context, type),
        () => context.fail(keyword === 'maxLength' ? _`${data}.length > ${most}` : _`${data}.length < ${fewest}`),
      )
    },
  }
}

/** As ajv's own, but for the end at so many wrong items; only a list that is wrong already is left. */
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
