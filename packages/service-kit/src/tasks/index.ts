export { every, type Job } from './jobs.ts';
export { enqueueTask, type NewTask, taskInsert, taskRecords, tasksWritten, withdrawTasks } from './task.ts';
export { type Task, type TaskHandler, type TaskWorker, taskWorker } from './task-worker.ts';
