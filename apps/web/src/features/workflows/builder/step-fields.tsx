import { ActionIcon, Button, Checkbox, Group, JsonInput, Select, TextInput, UnstyledButton } from '@mantine/core'
import type { WorkflowStep, WorkflowTool } from '@auspex/sdk'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { Chevron } from '../../../ui/disclosure.tsx'
import { InputFields } from './input-fields.tsx'
import { type InputSchema, type OfferedValue, parseInput, toReference } from './offered-values.ts'
import classes from '../workflows.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'

interface StepFieldsProps {
  step: WorkflowStep
  place: number
  count: number
  tools: readonly WorkflowTool[]
  /** What it can use of the fields and of the steps above it. */
  offers: readonly OfferedValue[]
  /** The server's message for this step; undefined if there is none. */
  fault: string | undefined
  onChange: (step: WorkflowStep) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

/** A workflow with up to this many steps opens with all of them expanded. */
const maxExpanded = 5

/** One step: its tool, and the input of the tool. */
export const StepFields = ({
  step,
  place,
  count,
  tools,
  offers,
  fault,
  onChange,
  onMove,
  onRemove,
}: StepFieldsProps) => {
  const tool = tools.find(({ name }) => name === step.tool)
  const name = `step ${place + 1}`
  const id = useId()
  // a long list shows only summaries, except for the last step, which was just added
  const [isOpened, setOpened] = useState(count <= maxExpanded || place === count - 1)
  const isOpen = isOpened || fault !== undefined
  return (
    <li className={`${surfaces.panel} ${classes.step}`}>
      <div className={classes.stepHead}>
        <h3 className={textStyles.rowTitle}>
          <UnstyledButton
            className={classes.stepToggle}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpened(!isOpen)}
          >
            <span className={classes.stepNumber}>Step {place + 1}</span>
            <span className={classes.stepName}>{step.title || tool?.title || step.tool}</span>
            <Chevron isOpen={isOpen} />
          </UnstyledButton>
        </h3>
        <Group gap={4} wrap="nowrap">
          <ActionIcon aria-label={`Move ${name} up`} disabled={place === 0} onClick={() => onMove(-1)}>
            <IconArrowUp size={17} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label={`Move ${name} down`} disabled={place === count - 1} onClick={() => onMove(1)}>
            <IconArrowDown size={17} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label={`Remove ${name}`} disabled={count === 1} onClick={onRemove}>
            <IconTrash size={17} aria-hidden />
          </ActionIcon>
        </Group>
      </div>
      <div id={id} className={classes.stepFields} hidden={!isOpen}>
        <div className={classes.split}>
          <Select
            label="What it does"
            data={tools.map((option) => ({ value: option.name, label: option.title }))}
            value={step.tool}
            searchable
            allowDeselect={false}
            onChange={(next) => next !== null && onChange({ ...step, tool: next, input: '{}' })}
          />
          <TextInput
            label="Step name"
            placeholder={tool?.title ?? step.tool}
            value={step.title}
            maxLength={300}
            onChange={(event) => onChange({ ...step, title: event.currentTarget.value })}
          />
        </div>
        {tool && <p className={textStyles.note}>{tool.description}</p>}
        <StepInput step={step} tool={tool} offers={offers} onChange={(input) => onChange({ ...step, input })} />
        {fault !== undefined && (
          <p className={classes.fault} role="alert">
            {fault}
          </p>
        )}
        <Checkbox
          label="Ask me before it runs"
          description={tool?.writes === true ? 'It changes something, so it always asks.' : undefined}
          checked={step.approval || tool?.writes === true}
          disabled={tool?.writes === true}
          onChange={(event) => onChange({ ...step, approval: event.currentTarget.checked })}
        />
      </div>
    </li>
  )
}

interface StepInputProps {
  step: WorkflowStep
  tool: WorkflowTool | undefined
  offers: readonly OfferedValue[]
  onChange: (input: string) => void
}

/** The input of a step, as fields or as the JSON that is stored. */
const StepInput = ({ step, tool, offers, onChange }: StepInputProps) => {
  const [isJson, setJson] = useState(false)
  const schema = tool && (JSON.parse(tool.inputSchema) as InputSchema) // written by the server as JSON schema
  const value = parseInput(step.input)
  const showsJson = isJson || value === null
  if (schema === undefined) return null
  if (Object.keys(schema.properties ?? {}).length === 0 && !showsJson)
    return <p className={textStyles.caption}>It needs no settings.</p>
  return (
    <>
      {showsJson ? (
        <>
          <JsonInput
            label="Settings as JSON"
            autosize
            minRows={3}
            maxRows={16}
            maxLength={20_000}
            spellCheck={false}
            validationError="This is not valid JSON yet."
            styles={{ input: { fontFamily: 'ui-monospace, monospace', fontSize: 'var(--font-note)' } }}
            value={step.input}
            onChange={onChange}
          />
          {offers.length > 0 && (
            <dl className={classes.references}>
              {offers.map(({ reference, label }) => (
                <div key={reference}>
                  <dt>
                    <code>{toReference(reference)}</code>
                  </dt>
                  <dd>{label}</dd>
                </div>
              ))}
            </dl>
          )}
        </>
      ) : (
        <InputFields
          // fields that were opened belong to the tool
          key={tool?.name}
          schema={schema}
          value={value}
          offers={offers}
          onChange={(next) => onChange(JSON.stringify(next, null, 2))}
        />
      )}
      <div>
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          disabled={value === null}
          onClick={() => setJson(!showsJson)}
        >
          {showsJson ? 'Edit as fields' : 'Edit as JSON'}
        </Button>
      </div>
    </>
  )
}
