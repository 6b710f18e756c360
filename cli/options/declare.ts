/** How a command is declared: its options and its help. */
import type { Command } from 'commander'
import type { Io } from '../process/io.ts'

/** Declares a command; `done` takes its exit status. */
export type Declare = (program: Command, io: Io, done: (status: number) => void) => void
