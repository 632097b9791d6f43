import { joinRepairs } from '../../repair/join-repairs'
import { fileRepair } from './file-repair'
import { rowRepair } from './row-repair'

/** Rows of the database, and records of the generations before that are files. */
export const repair = joinRepairs(rowRepair, fileRepair)
