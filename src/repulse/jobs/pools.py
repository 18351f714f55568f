"""The pool that runs a job: this process, the cores of this machine, or a cluster."""

from __future__ import annotations

from collections.abc import Callable

from repulse.jobs.pool import InProcessPool, Job, Pool, Result, core_count


def make_pool(
    task: Callable[[Job, int], Result],
    job: Job,
    *,
    workers: int = 0,
    cluster: str = "",
    interruptible: bool = False,
    single_threaded: bool = False,
) -> Pool[Result]:
    """Return a pool that runs `task(job, number)`.

    Args:
        task: A function of a module, so that other processes can import it. Its annotations say which types travel.
        job: The data that all numbers share.
        workers: The number of processes; 0 means one per core, 1 means this process.
        cluster: The address of a Ray cluster that replaces the processes of this machine; see
            `repulse.jobs.ray_pool`.
        interruptible: Start a process even for one worker, so that it can be stopped in the middle of a batch.
        single_threaded: Let numpy use one thread per process: for workers that compute with it on all cores.

    Raises:
        RepulseError: The cluster cannot be reached, or Ray is not installed.
    """
    if cluster:
        # Ray is optional, and slow to import.
        from repulse.jobs.ray_pool import RayPool

        return RayPool(task, job, cluster)
    if workers == 1 and not interruptible:
        return InProcessPool(task, job)
    # A pool of this process needs no multiprocessing.
    from repulse.jobs.process_pool import ProcessPool

    return ProcessPool(task, job, workers or core_count(), single_threaded=single_threaded)
