import {
  ActionIcon,
  Button,
  Checkbox,
  Input,
  JsonInput,
  Menu,
  NumberInput,
  Pill,
  Select,
  Textarea,
} from '@mantine/core'
import { IconPlus, IconTrash, IconVariablePlus } from '@tabler/icons-react'
import { Fragment, useId, useRef, useState } from 'react'
import { DayInput } from '../../../ui/date-input.tsx'
import { Chevron } from '../../../ui/disclosure.tsx'
import { OwnSelect, SignalsSelect } from './value-selects.tsx'
import {
  type InputSchema,
  type OfferedValue,
  fittingOffers,
  kindOf,
  labelOf,
  referenceOf,
  showReferences,
  toReference,
  writeReferences,
} from './offered-values.ts'
import classes from '../workflows.module.css'

interface InputFieldsProps {
  schema: InputSchema
  value: Readonly<Record<string, unknown>>
  offers: readonly OfferedValue[]
  onChange: (value: Readonly<Record<string, unknown>>) => void
}

/** The inputs of a tool as fields; those that are optional and empty are behind a button. */
export const InputFields = ({ schema, value, offers, onChange }: InputFieldsProps) => {
  const [isAll, setAll] = useState(false)
  const fields = Object.entries(schema.properties ?? {})
  const isShown = (name: string) => schema.required?.includes(name) === true || value[name] !== undefined
  const later = fields.filter(([name]) => !isShown(name))
  const toField = ([name, field]: [string, InputSchema]) => (
    <InputField
      key={name}
      name={name}
      schema={field}
      isRequired={schema.required?.includes(name) === true && field.default === undefined}
      value={value[name]}
      offers={offers}
      onChange={(next) => onChange(without({ ...value, [name]: next }, name))}
    />
  )
  return (
    <>
      {fields.filter(([name]) => isShown(name)).map(toField)}
      {isAll && later.map(toField)}
      {later.length > 0 && (
        <div>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            aria-expanded={isAll}
            rightSection={<Chevron isOpen={isAll} />}
            onClick={() => setAll(!isAll)}
          >
            {isAll ? 'Fewer settings' : `More settings (${later.length})`}
          </Button>
        </div>
      )}
    </>
  )
}

/** The fields without one that was emptied. */
const without = (fields: Readonly<Record<string, unknown>>, name: string): Readonly<Record<string, unknown>> => {
  const { [name]: field, ...others } = fields
  return field === undefined || field === '' || (Array.isArray(field) && field.length === 0) ? others : fields
}

interface Labels {
  label: string
  description: string | undefined
  required: boolean
}

interface FieldProps {
  name: string
  schema: InputSchema
  isRequired: boolean
  value: unknown
  offers: readonly OfferedValue[]
  /** Undefined leaves the input out. */
  onChange: (value: unknown) => void
}

/** A field that may take a value of an earlier step, with what it says about itself. */
interface OfferFieldProps extends FieldProps {
  shared: Labels
}

const InputField = (props: FieldProps) => {
  const { name, schema, isRequired, value, onChange } = props
  const kind = kindOf(schema)
  // descriptions that show how a reference is written are meant for whoever writes JSON
  const description = schema.description?.includes('{{') === true ? undefined : schema.description
  const shared = { label: labelOf(name), description, required: isRequired }
  const offers = kind === null ? [] : fittingOffers(kind, props.offers)
  const field = { ...props, offers, shared }
  if (kind === 'groups') return <GroupsField {...props} />
  if (kind === 'text' || kind === 'texts') return <TextField {...field} isList={kind === 'texts'} />
  if (kind === 'result') return <ResultSelect {...field} />
  if (kind === 'signals')
    return <SignalsSelect {...shared} value={textsOf(value)} offers={offers} onChange={onChange} />
  if (kind === 'signal' || kind === 'portfolio')
    return (
      <OwnSelect {...shared} kind={kind} value={isText(value) ? value : null} offers={offers} onChange={onChange} />
    )
  const reference = referenceOf(value)
  if (reference !== null) return <ReferenceField {...field} reference={reference} />
  if (kind === 'choice') return <ChoiceField {...field} />
  if (kind === 'yes-no') return <YesNoField {...field} />
  if (kind === 'number') return <NumberField {...field} />
  if (kind === 'day') return <DayField {...field} />
  return <ObjectField {...field} />
}

/** The result of an earlier step, which has no other form. */
const ResultSelect = ({ shared, value, offers, onChange }: OfferFieldProps) => (
  <Select
    {...shared}
    placeholder="Choose a step above"
    nothingFoundMessage="Add a step above first"
    data={offers.map((offer) => ({ value: offer.reference, label: offer.label }))}
    value={referenceOf(value)}
    onChange={(next) => onChange(next === null ? undefined : toReference(next))}
  />
)

/** A value of an earlier step in the place of one that is typed. */
const ReferenceField = ({ shared, reference, offers, onChange }: OfferFieldProps & { reference: string }) => {
  const label = offers.find((offer) => offer.reference === reference)?.label
  return (
    <Input.Wrapper {...shared}>
      <div>
        <Pill size="md" withRemoveButton onRemove={() => onChange(undefined)}>
          {label ?? toReference(reference)}
        </Pill>
      </div>
    </Input.Wrapper>
  )
}

const ChoiceField = ({ shared, schema, isRequired, value, onChange }: OfferFieldProps) => (
  <Select
    {...shared}
    data={[...(schema.enum ?? [])].map((choice) => ({ value: choice, label: labelOf(choice) }))}
    placeholder={typeof schema.default === 'string' ? labelOf(schema.default) : undefined}
    clearable={!isRequired}
    value={typeof value === 'string' ? value : null}
    onChange={(next) => onChange(next ?? undefined)}
  />
)

const YesNoField = ({ shared: { label, description }, value, onChange }: OfferFieldProps) => (
  <Checkbox
    label={label}
    description={description}
    checked={value === true}
    onChange={(event) => onChange(event.currentTarget.checked || undefined)}
  />
)

const NumberField = ({ shared, schema, value, offers, onChange }: OfferFieldProps) => (
  <NumberInput
    {...shared}
    min={schema.minimum}
    max={schema.maximum}
    placeholder={typeof schema.default === 'number' ? String(schema.default) : undefined}
    value={typeof value === 'number' ? value : ''}
    rightSection={offers.length > 0 ? <ReferenceMenu shared={shared} offers={offers} onChange={onChange} /> : undefined}
    onChange={(next) => onChange(next === '' ? undefined : Number(next))}
  />
)

const DayField = ({ shared, value, offers, onChange }: OfferFieldProps) => (
  <div className={classes.withMenu}>
    <DayInput
      {...shared}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
    <ReferenceMenu shared={shared} offers={offers} onChange={onChange} />
  </div>
)

/** Puts a value of an earlier step into the field. */
const ReferenceMenu = ({ shared, offers, onChange }: Pick<OfferFieldProps, 'shared' | 'offers' | 'onChange'>) => (
  <ValueMenu label={shared.label} offers={offers} onChoose={({ reference }) => onChange(toReference(reference))} />
)

interface ValueMenuProps {
  label: string
  offers: readonly OfferedValue[]
  onChoose: (offer: OfferedValue) => void
  /** Whether the field takes the focus after a choice, to go on typing. */
  isTyping?: boolean
}

/** The values that fit a field, by where they come from; nothing when there are none. */
const ValueMenu = ({ label, offers, onChoose, isTyping = false }: ValueMenuProps) => {
  if (offers.length === 0) return null
  return (
    <Menu position="bottom-end" returnFocus={!isTyping} withinPortal>
      <Menu.Target>
        <ActionIcon aria-label={`Insert a value into ${label}`} title="Insert a value">
          <IconVariablePlus size={17} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {[...Map.groupBy(offers, ({ group }) => group)].map(([group, members]) => (
          <Fragment key={group}>
            <Menu.Label>{group}</Menu.Label>
            {members.map((offer) => (
              <Menu.Item key={offer.reference} onClick={() => onChoose(offer)}>
                {offer.label}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const maxLineLength = 500

/** A text, or texts on lines of their own, in which the names of values stand in guillemets. */
const TextField = ({ name, schema, isRequired, value, offers, onChange, isList }: FieldProps & { isList: boolean }) => {
  const input = useRef<HTMLTextAreaElement>(null)
  const label = labelOf(name)
  const lines = textsOf(value)
  // such as a title: it grows, but has no line breaks
  const isLine = !isList && (schema.maxLength ?? maxLineLength) <= maxLineLength
  const displayText = showReferences(lines.join('\n'), offers)
  const change = (text: string) => {
    const references = writeReferences(text, offers)
    if (!isList) return onChange(references)
    if (references === '') return onChange(undefined)
    const texts = references.split('\n')
    // a field that holds topics is a list already
    const onlyReference = texts.length === 1 ? referenceOf(texts[0]) : null
    const isOneList = offers.some(({ reference, type }) => reference === onlyReference && type === 'topics')
    return onChange(isOneList ? references : texts)
  }
  const insert = ({ label: chosen }: OfferedValue) => {
    const [from, to] = [
      input.current?.selectionStart ?? displayText.length,
      input.current?.selectionEnd ?? displayText.length,
    ]
    change(`${displayText.slice(0, from)}«${chosen}»${displayText.slice(to)}`)
    input.current?.focus()
  }
  return (
    <Textarea
      ref={input}
      label={label}
      description={[schema.description, isList && 'One on each line.'].filter(Boolean).join(' ') || undefined}
      required={isRequired}
      placeholder={typeof schema.default === 'string' ? schema.default : undefined}
      autosize
      minRows={isList ? 2 : 1}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && isLine) event.preventDefault()
      }}
      maxRows={isList ? 6 : 16}
      value={displayText}
      rightSection={
        offers.length > 0 ? <ValueMenu label={label} offers={offers} onChoose={insert} isTyping /> : undefined
      }
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}

const isText = (value: unknown): value is string => typeof value === 'string'

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

const textsOf = (value: unknown): readonly string[] => {
  if (isText(value)) return [value]
  return isTexts(value) ? value : []
}

/** A list of groups of fields, such as the sections of a document. */
const GroupsField = ({ name, schema, value, offers, onChange }: FieldProps) => {
  const id = useId()
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  const itemLabel = labelOf(name).replace(/s$/, '')
  return (
    <div role="group" aria-labelledby={id} className={classes.groups}>
      <Input.Label id={id} labelElement="div">
        {labelOf(name)}
      </Input.Label>
      {items.map((item, index) => (
        // keyed by index, because a group has no identity of its own
        <div key={index} role="group" aria-label={`${itemLabel} ${index + 1}`} className={classes.group}>
          <InputFields
            schema={schema.items ?? {}}
            value={typeof item === 'object' && item !== null ? { ...item } : {}}
            offers={offers}
            onChange={(next) => onChange(items.with(index, next))}
          />
          <ActionIcon
            className={classes.groupRemove}
            aria-label={`Remove ${itemLabel.toLowerCase()} ${index + 1}`}
            onClick={() => onChange(items.filter((_item, at) => at !== index))}
          >
            <IconTrash size={17} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...items, {}])}
        >
          Add a {itemLabel.toLowerCase()}
        </Button>
      </div>
    </div>
  )
}

/** A shape that has no control: its part of the JSON. */
const ObjectField = ({ value, onChange, shared }: FieldProps & { shared: Labels }) => {
  const [text, setText] = useState(() => (value === undefined ? '' : JSON.stringify(value, null, 2)))
  return (
    <JsonInput
      {...shared}
      autosize
      minRows={2}
      maxRows={12}
      validationError="This is not valid JSON yet."
      value={text}
      onChange={(next) => {
        setText(next)
        if (next.trim() === '') return onChange(undefined)
        try {
          onChange(JSON.parse(next) as unknown)
        } catch {
          // the step keeps its last valid value while somebody types
        }
      }}
    />
  )
}
