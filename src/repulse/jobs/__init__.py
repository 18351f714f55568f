"""One pool for many numbered jobs: in this process, on all cores, or on a Ray cluster.

A *job* is plain data, a *task* a function `task(job, number)` of a module, and a *pool* runs the task for batches of
numbers. `BatchScheduler` chooses the sizes of the batches, `run_in_order` yields the results in the order of their
numbers. Results depend on the job and the number alone, never on where or when they were computed.
"""
