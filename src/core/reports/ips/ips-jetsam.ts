/** Memory kills (`JetsamEvent`, `.ips` 298): which processes held memory and why one had to go. No stacks. */
import type { Report } from '../../model/report.ts'
import type { ReportFormat } from '../base/format.ts'
import { ipsFormat } from './ips-file.ts'
import type { IpsPart } from './ips-file.ts'
import { asObject } from '../json/json.ts'
import { damageProblems } from '../base/json-damage.ts'
import { JETSAM, memoryKill } from './memory-kill.ts'

const id = 'ips-jetsam'
const DEFAULT_PAGE = 16_384

const readJetsam = ({ header: line, body, rest }: IpsPart, text: string, file: string): Report => ({
  ...memoryKill(line, asObject(body.value), rest, { text, file, page: DEFAULT_PAGE }),
  format: id,
  textKind: 'json',
  problems: damageProblems(body, text, file),
})

export const ipsJetsamFormat: ReportFormat = ipsFormat({ id, label: JETSAM, kind: 'jetsam' }, readJetsam)
