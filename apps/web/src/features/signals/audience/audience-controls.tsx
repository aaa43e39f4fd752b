import { Flex, NumberInput, Select } from '@mantine/core'
import { useState } from 'react'
import { countryChoices } from '../../../lib/countries.ts'
import { type AudienceSelection, faultOfAges, oldest } from './audience.model.ts'
import classes from './audience.module.css'

/** No country has this code. */
const everywhere = 'all'
const places = [{ value: everywhere, label: 'Everywhere' }, ...countryChoices()]

interface AudienceControlsProps {
  selection: AudienceSelection
  onChange: (selection: AudienceSelection) => void
}

/** Ages and country of the people to count. Ages take effect on blur or Enter, not while somebody types. */
export const AudienceControls = ({ selection, onChange }: AudienceControlsProps) => {
  const [ages, setAges] = useState<Pick<AudienceSelection, 'ageMin' | 'ageMax'>>({
    ageMin: selection.ageMin,
    ageMax: selection.ageMax,
  })
  const fault = faultOfAges(ages)
  const submit = () => {
    const isNew = ages.ageMin !== selection.ageMin || ages.ageMax !== selection.ageMax
    if (fault === null && isNew) onChange({ ...selection, ...ages })
  }
  const shared = { min: 0, max: oldest, allowDecimal: false, allowNegative: false, onBlur: submit }
  return (
    <Flex
      component="form"
      wrap="wrap"
      gap={12}
      aria-label="Whom to count"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <NumberInput
        {...shared}
        className={classes.age}
        label="Age from"
        value={ages.ageMin}
        onChange={(value) => setAges({ ...ages, ageMin: typeof value === 'number' ? value : 0 })}
      />
      <NumberInput
        {...shared}
        className={classes.age}
        label="Age to"
        placeholder="No end"
        value={ages.ageMax ?? ''}
        error={fault}
        onChange={(value) => setAges({ ...ages, ageMax: typeof value === 'number' ? value : null })}
      />
      <Select
        className={classes.country}
        label="Country"
        data={places}
        value={selection.geo ?? everywhere}
        onChange={(place) => onChange({ ...selection, geo: place === everywhere ? null : place })}
        searchable
        allowDeselect={false}
        nothingFoundMessage="No such country"
      />
      <button type="submit" hidden aria-hidden tabIndex={-1} />
    </Flex>
  )
}
