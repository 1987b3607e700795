"""A campaign on a Slurm cluster: its shards as the tasks of a job array, submitted through submitit.

In: the plan of a campaign and options of sbatch. Out: the same folder of rows as on one machine.

Every task is the command that a user would type (``runners.all … --shard k/n``), with the locks, resuming and records
of any other run. There is no server: the queue has the pending and running shards, the folder the complete ones. A
shard that is neither is lost, and the same command submits it again.
"""
