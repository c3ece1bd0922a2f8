/** The required type of every field of the instructions at a fault, for those from outside. */
import { reportKinds, type ReportKind } from './report-kind.ts'
import type { StatementKind } from './statement-kind.ts'
import type { Message } from '../messages/message.ts'
import type { Fault, FaultInstruction } from './fault.ts'
import type { RegisterReading, RegisterTable, ValueReading } from './register-reading.ts'
import type { ClaimGrade, ThreadCode } from './report.ts'
import { address, bytes, count, flag, list, object, optional, parameters, text, word } from './shape.ts'

export const reportKindWord = word<ReportKind>(reportKinds)
export const statementKind = word<StatementKind>({ said: true, shown: true, none: true, possible: true })
export const claimGrade = word<ClaimGrade>({ proved: true, likely: true, possible: true })

export const message = object<Message>({ code: text, params: parameters })

export const threadCode = object<ThreadCode>({
  start: address,
  bytes,
  from: word<ThreadCode['from']>({ report: true, memory: true }),
})

const instruction = object<FaultInstruction>({
  address,
  bytes: text,
  text: optional(text),
  stopped: optional(flag),
  notes: optional(list(message)),
})

export const fault = object<Fault>({
  thread: count,
  arch: text,
  from: word<Fault['from']>({ report: true, memory: true, binary: true }),
  isCaller: optional(flag),
  instructions: list(instruction),
  told: list(message),
})

const register = object<RegisterReading>({
  name: text,
  value: address,
  isUsed: optional(flag),
  readings: list(object<ValueReading>({ code: text, params: parameters, grade: claimGrade })),
})

export const registerTable = object<RegisterTable>({ thread: count, registers: list(register) })
