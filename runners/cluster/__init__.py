"""A campaign on a Slurm cluster: its shards as the tasks of a job array, submitted through submitit.

In: the plan of a campaign and a request for nodes. Out: the same folder of rows as on one machine.

Every task is the command that a person would type (``runners.all … --shard k/n``), so that locks, resuming and
records are those of any other run. There is no server: the queue says which shards are waiting or running, the
files of the shards which are complete. A shard that is neither is lost, and the same command submits it again.
"""
