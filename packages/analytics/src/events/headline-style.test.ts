import { expect, test } from 'vitest'
import { isReport } from './headline-style.ts'

test.each([
  'Steve Jobs has died',
  'Feds shut down Megaupload',
  'Internet wins: SOPA and PIPA both shelved',
  'Ron Paul introduces legislation to repeal section 1021',
  'Fertilizer plant explosion in Waco, Texas',
  'CISPA just passed the House',
  'Sony PS4 will support used games',
  'Colorado Legalizes Marijuana For Recreational Use',
])('%s says what happened', (title) => {
  expect(isReport(title)).toBe(true)
})

test.each([
  'Gingrich Family Values',
  "Google's SOPA and PIPA Page",
  'Boston Marathon Bombing Rumors',
  'Patton Oswalt on the Boston Marathon bombing',
  'Stephen Harper’s search for the root causes of terrorism',
  'Reminder: Blackout your websites tomorrow in protest of SOPA',
  'Internet, listen up. ACTA will be signed soon',
  'Could Reddit and other sites display a message about ACTA',
  'Pirate Party: Why Egypt shows that access is a right',
  'Please sign this petition against ACTA',
  'Google Glass tech specs: 5MP camera, 16GB storage',
  'To all republicans who said they will move to Australia',
  'Steve Jobs',
  'Image of the descent, taken by the Mars Reconnaissance Orbiter',
])('%s does not say what happened', (title) => {
  expect(isReport(title)).toBe(false)
})
